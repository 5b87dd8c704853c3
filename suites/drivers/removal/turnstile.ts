/** Admits callers while there is room for them; the others wait in order. */
export class Turnstile {
  #free: number;
  readonly #waiting: { readonly room: number; readonly go: () => void }[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs `task` when there is that much room for it: by default, that of one caller. Without need of room, at once. */
  async pass<T>(task: () => Promise<T>, room = 1): Promise<T> {
    if (room === 0) return task();
    await new Promise<void>((go) => {
      this.#waiting.push({ room, go });
      this.#admit();
    });
    try {
      return await task();
    } finally {
      this.#free += room;
      this.#admit();
    }
  }

  #admit(): void {
    for (let [next] = this.#waiting; next !== undefined && next.room <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.room;
      next.go();
    }
  }
}
