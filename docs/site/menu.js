// The home page shows the guides in its menu. TypeDoc fills the menu after the page has loaded.
if (document.documentElement.dataset.base === "./") {
  const menu = document.getElementById("tsd-nav-container");
  new MutationObserver((_changes, observer) => {
    const guides = [...menu.querySelectorAll("details")].find(
      (group) => group.querySelector("summary").textContent.trim() === "Guides",
    );
    if (!guides) return;
    guides.open = true;
    observer.disconnect();
  }).observe(menu, { childList: true, subtree: true });
}
