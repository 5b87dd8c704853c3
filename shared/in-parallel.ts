/**
 * Does the work for each element, for at most `limit` of them at once, and takes them in order. The first failure
 * rejects; it leaves the rest of a generator untaken.
 */
export async function inParallel<Element>(
  elements: Iterable<Element>,
  limit: number,
  work: (element: Element) => Promise<void>,
): Promise<void> {
  const left = elements[Symbol.iterator]();
  const shared: Iterable<Element> = { [Symbol.iterator]: () => left };
  const worker = async (): Promise<void> => {
    for (const element of shared) await work(element);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
