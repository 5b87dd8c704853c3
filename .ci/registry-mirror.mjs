/**
 * A mirror of the npm registry on loopback, as companies have them. Prints `listening on URL`, and each requested path. Metadata names the tarballs of
 * the registry itself, as a plain mirror's does.
 */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const REGISTRY = process.env.MIRRORED ?? 'https://registry.npmjs.org';

const server = createServer(async (request, response) => {
  process.stdout.write(`${request.url}\n`);
  try {
    const { status, headers, body } = await fetch(new URL(request.url, REGISTRY), {
      headers: { accept: request.headers.accept ?? '*/*' },
    });
    response.writeHead(status, { 'content-type': headers.get('content-type') ?? 'application/octet-stream' });
    await pipeline(body === null ? [] : Readable.fromWeb(body), response);
  } catch (error) {
    if (!response.headersSent) response.writeHead(502);
    response.end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}/\n`);
});
