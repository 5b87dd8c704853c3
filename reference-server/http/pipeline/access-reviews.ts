import { accessReview, accessReviewVersion } from '../handlers/access-review.ts';
import { type ExchangeHandler, PLAIN } from '../serving.ts';

export const accessReviews: ExchangeHandler = ({ request, response, target }, { options, send }) => {
  const version = accessReviewVersion(request.method, target.path);
  if (version === undefined) return false;
  return accessReview(request, version, options).then((review) => {
    send(response, review, PLAIN);
    return true;
  });
};
