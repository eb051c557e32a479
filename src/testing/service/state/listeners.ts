/** Those who want to know. */
export class Listeners<News> {
  readonly #all = new Set<(news: News) => void>();

  /** Returns the function that ends this. */
  add(listener: (news: News) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(news: News): void {
    for (const listener of this.#all) listener(news);
  }
}
