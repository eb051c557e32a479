/** The text of a file for the browser, with all that it imports; page/inline-plugin.ts puts it in. */
declare module "*?inline" {
  const text: string;
  export default text;
}
