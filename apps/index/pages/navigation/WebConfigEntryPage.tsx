import { EntrySettings } from './EntrySettings.tsx';

/** One entry of the menu beside the web pages. */
export default function WebConfigEntryPage() {
  return <EntrySettings terminal="web" />;
}
