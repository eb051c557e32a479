/** Functions that are called with news. */
export class Listeners<News> {
  readonly #all = new Set<(news: News) => void>();

  /** Returns the function that removes the listener. */
  add(listener: (news: News) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(news: News): void {
    for (const listener of this.#all) listener(news);
  }
}
