import { fields, required } from "../model/fields.js";
import * as is from "../model/is.js";
import { version } from "../version.js";

const token = is.matching(/^[\w.-]{1,64}$/, "1 to 64 letters, digits, dots, underscores and hyphens");

/** @internal */
export const appInfoRule = fields({ name: required(token), version: token });

/** Returns the User-Agent header. @internal */
export function userAgentOf(appInfo: { readonly name: string; readonly version?: string } | undefined): string {
  const app = appInfo ? ` ${appInfo.name}${appInfo.version ? `/${appInfo.version}` : ""}` : "";
  return `merchant-payments/${version}${app}`;
}
