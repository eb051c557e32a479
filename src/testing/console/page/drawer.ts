/** The drawer of faults: beside the rest on a desk, over it on a phone. */
import { byId } from "./document.js";

export function enableDrawer(): void {
  const toggle = byId("toggle-faults");
  const drawer = byId("faults");
  const setOpen = (isOpen: boolean) => {
    drawer.hidden = !isOpen;
    toggle.setAttribute("aria-expanded", String(isOpen));
    document.body.classList.toggle("with-faults", isOpen);
    if (isOpen) byId("faults-title").focus();
    else toggle.focus();
  };
  toggle.addEventListener("click", () => setOpen(drawer.hidden !== false));
  byId("close-faults").addEventListener("click", () => setOpen(false));
  drawer.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") setOpen(false);
  });
}
