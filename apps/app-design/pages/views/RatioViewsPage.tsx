import { SharedViews } from './SharedViews.tsx';

/** Who or what is taken when: resource, start, end, colour and what happens on a conflict. */
export default function RatioViewsPage() {
  return <SharedViews title="views.config.ratio_title" types={['occupancy']} />;
}
