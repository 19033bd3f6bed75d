import { useQueryText } from '@formwork/web/router/page-context.ts';
import { FlowDesign } from './FlowDesign.tsx';
import { FlowList } from './FlowList.tsx';

/** All flows, or the canvas of one. */
export default function FlowsPage() {
  const [id] = useQueryText('id');
  return id === undefined ? <FlowList /> : <FlowDesign key={id} id={id} />;
}
