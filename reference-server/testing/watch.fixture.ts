import type { Body } from './server.fixture.ts';

export interface ReceivedEvent {
  readonly type: string;
  readonly object: Body;
}

/** A watch that is read on demand. */
export interface TestWatch extends AsyncDisposable {
  readonly status: number;
  readonly contentType: string | null;
  /** The next events; fewer only if the stream ends before. */
  take(count: number): Promise<ReceivedEvent[]>;
  /** All events until the stream ends. */
  rest(): Promise<ReceivedEvent[]>;
}

/** Opens a watch and resolves when its head has come. */
export async function openWatch(url: string, headers: Record<string, string> = {}): Promise<TestWatch> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const events = eventsOf(response);
  const take = async (count: number): Promise<ReceivedEvent[]> => {
    const taken: ReceivedEvent[] = [];
    while (taken.length < count) {
      const { value, done } = await events.next();
      if (done === true) break;
      taken.push(value);
    }
    return taken;
  };
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    take,
    rest: () => take(Number.POSITIVE_INFINITY),
    async [Symbol.asyncDispose]() {
      abort.abort();
    },
  };
}

async function* eventsOf(response: Response): AsyncGenerator<ReceivedEvent, void> {
  let open = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const lines = (open + decoder.decode(chunk, { stream: true })).split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as ReceivedEvent;
  }
}

/** `ADDED a`, `MODIFIED a`, in order. */
export function summaries(events: readonly ReceivedEvent[]): string[] {
  return events.map(({ type, object }) => `${type} ${object.metadata.name}`);
}
