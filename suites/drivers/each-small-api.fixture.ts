import { afterEach, beforeEach } from 'vitest';
import { connect } from '../target/connect.ts';
import type { Target } from '../target/target.ts';
import { SmallApi } from './small-api.fixture.ts';

/** A small server, and a client that is connected to it. */
export interface SmallScene {
  readonly api: SmallApi;
  readonly target: Target;
}

/** For tests of the drivers: gives each test a server and a client of its own, and ends both with it. */
export function eachSmallApi(begin: (scene: SmallScene) => void): void {
  let scene: SmallScene | undefined;
  beforeEach(async () => {
    const api = await SmallApi.start();
    scene = { api, target: connect({ url: api.url, timeoutMs: 3000 }) };
    begin(scene);
  });
  afterEach(async () => {
    await scene?.target.close();
    await scene?.api[Symbol.asyncDispose]();
  });
}
