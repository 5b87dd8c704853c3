import { expect, it } from 'vitest';
import { MemoryStore } from '../store/memory/memory-store.ts';
import { type StoredObject, storedText } from './stored-object.ts';
import { RestoreError, contentsOf, putContents } from './store-contents.ts';

const text = (name: string): string => JSON.stringify({ kind: 'ConfigMap', metadata: { name } });
const WANTED = new Map([['/kept/', text('kept')]]);

function context(): MemoryStore<StoredObject> {
  return new MemoryStore({ revisions: Infinity, bytes: Infinity, weigh: ({ size }) => size });
}

it('gives a store exactly the given contents', async () => {
  const store = context();
  await store.write('/other/', storedText(text('other')), { expect: 'absent' });
  await putContents(store, WANTED);
  expect(await contentsOf(store)).toEqual(WANTED);
});

it('reports that others kept writing if it could not replace the contents', async () => {
  const store = context();
  const range = store.range.bind(store);
  store.range = async (...asked) => {
    await store.write('/busy/', storedText(text('busy')), { expect: 'absent' });
    return range(...asked);
  };
  const error: unknown = await putContents(store, WANTED).catch((why: unknown) => why);
  expect(error).toBeInstanceOf(RestoreError);
  expect(error).toMatchObject({ code: 'ERR_RESTORE', message: expect.stringMatching(/'\/busy\/'.*have them stop/) });
});
