import { Page, type PageProps } from '@formwork/ui/frame/page.tsx';
import { ListPane, type ListPaneProps } from './ListPane.tsx';

interface ListPageProps<Row, Answer>
  extends ListPaneProps<Row, Answer>, Pick<PageProps, 'actions' | 'tabs' | 'tab' | 'onTab' | 'back'> {
  title: string;
}

/** A page that is a list. */
export function ListPage<Row, Answer>({ title, actions, tabs, tab, onTab, back, ...pane }: ListPageProps<Row, Answer>) {
  return (
    <Page
      fill
      flush
      title={title}
      actions={actions}
      {...(back !== undefined && { back })}
      {...(tabs && { tabs })}
      {...(tab !== undefined && { tab })}
      {...(onTab && { onTab })}
    >
      <ListPane {...pane} />
    </Page>
  );
}
