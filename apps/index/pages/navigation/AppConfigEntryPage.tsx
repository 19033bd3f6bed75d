import { EntrySettings } from './EntrySettings.tsx';

/** One entry of the tabs or of the menu of a phone. */
export default function AppConfigEntryPage() {
  return <EntrySettings terminal="phone" />;
}
