/** `pnpm report`, quickly: see `quickStart`. It may wait for a long run to end, and imports nothing late. */
import { quickStart } from '../../fixtures/formats/quick-start.mjs';

await quickStart({ name: 'reports', entries: { main: 'reports/cli/main.ts' } }, 'main');
