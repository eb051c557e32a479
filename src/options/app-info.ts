import * as z from "zod/mini";
import { matching, objectOf } from "../model/schema.js";
import { version } from "../version.js";

const token = (name: string) =>
  matching(/^[\w.-]{1,64}$/, `must be a ${name} of 1 to 64 letters, digits, dots, underscores and hyphens`);

/** @internal */
export const appInfoSchema = objectOf({ name: token("name"), version: z.exactOptional(token("version")) });

/** Returns the User-Agent header. @internal */
export function userAgentOf(appInfo: z.output<typeof appInfoSchema> | undefined): string {
  const app = appInfo ? ` ${appInfo.name}${appInfo.version ? `/${appInfo.version}` : ""}` : "";
  return `merchant-payments/${version}${app}`;
}
