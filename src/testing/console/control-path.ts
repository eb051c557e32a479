/** Where the control API stands; the service has no path that begins so. */
export const controlPath = "/_fake";

export function isControlPath(path: string): boolean {
  return path === controlPath || path.startsWith(`${controlPath}/`);
}
