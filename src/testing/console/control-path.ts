/** The path of the control API. No path of the service begins like this. */
export const controlPath = "/_fake";

export function isControlPath(path: string): boolean {
  return path === controlPath || path.startsWith(`${controlPath}/`);
}
