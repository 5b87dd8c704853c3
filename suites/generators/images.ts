import { type Arbitrary, constantFrom } from 'fast-check';

const DIGEST = `sha256:${'0a1b2c3d'.repeat(8)}`;

/** Image names whose tag is `latest`, so that the pull policy defaults to `Always`. */
export const LATEST_IMAGES = [
  'app:latest',
  'team/app:latest',
  'registry.example:5000/app:latest',
  'registry.example:5000/team/app:latest',
] as const;

/**
 * Image names with another tag or a digest, so that the pull policy defaults to `IfNotPresent`. The port of a registry
 * is no tag.
 */
export const PINNED_IMAGES = [
  'app:1',
  'app:latest-1',
  'app:not-latest',
  'app:LATEST',
  'latest:1.0',
  'team/latest:v2',
  'registry.example:5000/app:1.0',
  'registry.example:5000/team/app:v1.2.3-rc.1_x',
  `app@${DIGEST}`,
  `registry.example:5000/team/app@${DIGEST}`,
] as const;

/** Image names without tag or digest; the document does not say which tag that is. */
export const BARE_IMAGES = ['app', 'team/app', 'registry.example:5000/app', 'registry.example/team/app'] as const;

/** Names of images: with and without registry, port, tag and digest. */
export function image(): Arbitrary<string> {
  return constantFrom(...LATEST_IMAGES, ...PINNED_IMAGES, ...BARE_IMAGES);
}
