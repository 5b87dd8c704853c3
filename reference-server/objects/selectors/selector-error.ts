/** An invalid selector: the reason, and the position of the character (from 0). */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
  readonly code = 'ERR_SELECTOR';
  readonly position: number;

  constructor(message: string, position: number) {
    super(`${message} at character ${position}`);
    this.position = position;
  }
}
