import { DYING } from './dying.ts';
import { ENDLESS } from './endless.ts';
import { HANGING } from './hanging.ts';
import type { HostileTarget } from './hostile-target.ts';
import { MISLEADING } from './misleading.ts';
import { NO_HTTP } from './no-http.ts';
import { REFUSING } from './refusing.ts';
import { SAME_RESPONSE } from './same-response.ts';
import { TLS } from './tls.ts';

/** All hostile targets, by group. */
export const HOSTILE_TARGETS: readonly HostileTarget[] = [
  ...SAME_RESPONSE,
  ...NO_HTTP,
  ...TLS,
  ...ENDLESS,
  ...HANGING,
  ...DYING,
  ...REFUSING,
  ...MISLEADING,
];
