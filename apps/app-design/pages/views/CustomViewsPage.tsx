import { SharedViews } from './SharedViews.tsx';

/** Calendars, boards, trees and cards that the forms of an application offer to everybody. */
export default function CustomViewsPage() {
  return <SharedViews title="views.config.custom_title" types={['calendar', 'board', 'tree', 'gallery', 'gantt']} />;
}
