import Table from "cli-table3";

/** The first column holds words, the others figures. */
export function printTable(head: string[], rows: string[][], align: "left" | "right" = "right"): void {
  const colAligns = head.map((_, column) => (column === 0 ? "left" : align));
  const style = { head: [], border: [], compact: true };
  const table = new Table({ head, colAligns, style });
  table.push(...rows);
  console.log(table.toString());
}
