/** Three significant digits, which is more than the noise leaves. */
export function figureText(figure: number): string {
  if (figure === 0) return "0";
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(figure))));
  return figure.toLocaleString("en-US", {
    minimumFractionDigits: Math.min(decimals, 2),
    maximumFractionDigits: Math.min(decimals, 2),
  });
}
