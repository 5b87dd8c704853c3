import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { textOf } from './body-text.ts';
import type { FaultyRequest, FaultyResponse, Hooks } from './fault.ts';
import { codingOf } from './gzip-coding.ts';
import { HOP_BY_HOP } from './hop-by-hop.ts';
import { writeAll } from './sink.ts';

/** Sends the response as the hooks left it, in the coding that they ask for. */
export async function reply(
  response: ServerResponse,
  faultyResponse: FaultyResponse,
  request: FaultyRequest,
  hooks: Hooks,
): Promise<void> {
  const coding = codingOf(request, hooks);
  const headers = Object.fromEntries(
    Object.entries(faultyResponse.headers).filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase())),
  );
  response.writeHead(faultyResponse.status, { ...headers, ...coding?.header, ...connectionHeader(hooks) });
  if (hooks.idleMs !== undefined) closeWhenIdle(response, hooks.idleMs);
  const plain =
    faultyResponse.json === undefined
      ? faultyResponse.raw
      : Buffer.from(
          textOf(
            faultyResponse.json,
            faultyResponse.headers['content-type'],
            request.query.get('pretty') === 'true' ? 2 : 0,
          ),
        );
  const body = coding?.whole(plain) ?? plain;
  if (hooks.parts === undefined) {
    response.end(body);
    return;
  }
  await writeAll(response, hooks.parts(body));
  response.end();
}

/** With a `Connection` header of ours, node sends no `Keep-Alive` header, which would announce its own time limit. */
function connectionHeader({ closing, idleMs }: Hooks): { readonly connection?: string } {
  if (closing === true) return { connection: 'close' };
  return idleMs === undefined ? {} : { connection: 'keep-alive' };
}

/** Timers of the connections that are closed when they are idle. */
export const IDLE = new WeakMap<Socket, NodeJS.Timeout>();

function closeWhenIdle(response: ServerResponse, ms: number): void {
  const { socket } = response;
  if (socket !== null) response.once('finish', () => IDLE.set(socket, setTimeout(() => socket.end(), ms).unref()));
}
