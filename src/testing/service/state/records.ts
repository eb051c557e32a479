/** Records in the order in which they came. A look-up by id or group takes the same time, however many there are. */
export class Records<T> {
  readonly all: T[] = [];
  readonly #id: keyof T;
  readonly #group: keyof T;
  readonly #places = new Map<string, number>();
  readonly #groups = new Map<string, string[]>();

  /**
   * @param id - The field with the record's unique id.
   * @param group - The field with its group, which never changes.
   */
  constructor(id: keyof T, group: keyof T) {
    this.#id = id;
    this.#group = group;
  }

  find(id: string | undefined): T | undefined {
    const place = id === undefined ? undefined : this.#places.get(id);
    return place === undefined ? undefined : this.all[place];
  }

  /** The records of a group, in the order in which they came. */
  ofGroup(group: string): T[] {
    return (this.#groups.get(group) ?? []).map((id) => this.find(id) as T);
  }

  add(record: T): void {
    const id = String(record[this.#id]);
    const group = String(record[this.#group]);
    const ids = this.#groups.get(group);
    if (ids) ids.push(id);
    else this.#groups.set(group, [id]);
    this.#places.set(id, this.all.length);
    this.all.push(record);
  }

  /** Replaces the record with the same id, which must exist. */
  replace(record: T): void {
    this.all[this.#places.get(String(record[this.#id])) as number] = record;
  }

  /** Replaces all records with these. */
  reset(records: readonly T[] = []): void {
    this.all.length = 0;
    this.#places.clear();
    this.#groups.clear();
    for (const record of records) this.add(record);
  }
}
