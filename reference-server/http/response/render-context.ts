import { badRequest } from '../../resources/api-error.ts';
import type { RoutedCall } from '../call.ts';
import type { Included, RenderContext, Rendering } from '../media/rendering.ts';

/** The context of a call's rendering. Throws `ApiError` 400 for an invalid `includeObject`. */
export function renderContext({ resource, query, context }: RoutedCall, rendering: Rendering): RenderContext {
  const asked = query.text('includeObject') || 'Metadata';
  if (!isIncluded(asked))
    throw badRequest(`query parameter includeObject is '${asked}', expected None, Metadata or Object`);
  return { rendering, resource, included: asked, now: context.clock.now() };
}

function isIncluded(text: string): text is Included {
  return text === 'None' || text === 'Metadata' || text === 'Object';
}
