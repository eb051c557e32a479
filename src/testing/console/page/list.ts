/** What shows an item: a node that is made once, and updated with the item. */
export interface View<Item> {
  readonly node: HTMLElement;
  update(item: Item): void;
}

/**
 * Gives the function that shows items in a list. Items come and go, and never change places: no node is moved, so that
 * neither focus nor selection nor anything typed is lost.
 */
export function createList<Item>(
  list: HTMLElement,
  keyOf: (item: Item) => string,
  createView: (item: Item) => View<Item>,
): (items: readonly Item[]) => void {
  const views = new Map<string, View<Item>>();
  return (items) => {
    const keys = new Set(items.map(keyOf));
    for (const [key, { node }] of views) {
      if (keys.has(key)) continue;
      node.remove();
      views.delete(key);
    }
    let next = list.firstElementChild;
    for (const item of items) {
      const key = keyOf(item);
      let view = views.get(key);
      if (view === undefined) {
        view = createView(item);
        views.set(key, view);
        list.insertBefore(view.node, next);
      }
      next = view.node.nextElementSibling;
      view.update(item);
    }
  };
}
