import { isObject, metadataOf, succeeded } from '../bend.ts';
import type { Bendable, UpstreamClient } from '../fault.ts';
import { uidOf } from '../memory.ts';

/** How often a controller tries again after a conflict. */
const TRIES = 4;

/** An object that was just written. */
export interface Written {
  readonly path: string;
  readonly object: Bendable;
}

/**
 * A controller changes an object if it is still there: it reads it, and writes it back with its version, so that it
 * overwrites no other write. `change` tells whether there is something to write.
 */
export async function update(
  upstream: UpstreamClient,
  { path, object }: Written,
  change: (object: Bendable) => boolean,
  subresource: '' | '/status' = '',
): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { status, json } = await upstream.send('GET', path);
    if (status !== 200 || !isObject(json) || uidOf(json) !== uidOf(object)) return;
    if (metadataOf(json)['deletionTimestamp'] !== undefined || !change(json)) return;
    if (succeeded(await upstream.send('PUT', `${path}${subresource}`, json))) return;
  }
}
