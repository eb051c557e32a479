/** Where the fake is, for whom, and what its clock says. The password is shown once it is asked for. */
import type { ShownState } from "../shown-state.js";
import { byId, setText } from "./document.js";
import { sendAction } from "./send-action.js";

const baseUrl = `${location.origin}${document.body.dataset["basePath"]}`;
let password: string | undefined;
let merchantId = "";

setText(byId("base-url"), baseUrl);
byId("show-password").addEventListener("click", () => void showPassword());

export function showAddress(state: ShownState): void {
  merchantId = state.merchantId;
  setText(byId("merchant"), merchantId);
  showFirstCall();
  showClock(state.now);
}

/** Without the password, curl asks for it. */
function showFirstCall(): void {
  const user = password === undefined ? merchantId : `${merchantId}:${password}`;
  setText(byId("first-call"), `curl -X POST -u ${user} ${baseUrl}/orders/create/ORDER-1001/125.00/SEK`);
}

async function showPassword(): Promise<void> {
  const response = await sendAction("credentials", {});
  if (typeof response === "string") return;
  password = String(response["password"]);
  setText(byId("password"), password);
  byId("password").hidden = false;
  byId("show-password").hidden = true;
  showFirstCall();
}

const aMinute = 60_000;

/** Only a clock that goes otherwise than the reader's. */
function showClock(now: string): void {
  byId("clock").hidden = Math.abs(Date.parse(now) - Date.now()) < aMinute;
  setText(byId("clock"), `at ${now.slice(0, 19).replace("T", " ")} UTC`);
}
