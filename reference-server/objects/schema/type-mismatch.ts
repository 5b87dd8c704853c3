/**
 * A value of a wrong JSON type in a body: the expected type, the actual type, and the path, such as
 * `spec.containers[0].name`.
 */
export class TypeMismatch extends Error {
  override readonly name = 'TypeMismatch';
  readonly code = 'ERR_TYPE_MISMATCH';
  readonly #path: (string | number)[] = [];

  /** Prefixes the path with the member or index that contains the wrong value. */
  inside(segment: string | number): this {
    this.#path.unshift(segment);
    return this;
  }

  get path(): string {
    return this.#path.reduce<string>(
      (path, segment) =>
        typeof segment === 'number' ? `${path}[${segment}]` : path === '' ? segment : `${path}.${segment}`,
      '',
    );
  }
}

/** The JSON type of a value, in words. */
export function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string')
    return `the string ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value)}`;
  // A longer number was rounded when it was parsed.
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return `a number beyond ${value < 0 ? '-' : ''}2^53`;
  return `the ${typeof value} ${String(value)}`;
}
