import {
  FileExcelOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  FolderFilled,
  PlaySquareOutlined,
} from '@ant-design/icons';
import type { DocumentNode } from '@formwork/contract/documents/api.ts';
import type { ReactElement } from 'react';

const icons: [RegExp, ReactElement][] = [
  [/^image\//, <FileImageOutlined key="image" />],
  [/pdf/, <FilePdfOutlined key="pdf" />],
  [/word/, <FileWordOutlined key="word" />],
  [/sheet|excel|csv/, <FileExcelOutlined key="sheet" />],
  [/presentation|powerpoint/, <FilePptOutlined key="slides" />],
  [/zip|rar|7z|tar/, <FileZipOutlined key="zip" />],
  [/^(audio|video)\//, <PlaySquareOutlined key="media" />],
  [/^text\//, <FileTextOutlined key="text" />],
];

/** What something is, at a glance. */
export function NodeIcon({ node }: { node: Pick<DocumentNode, 'kind' | 'type'> }) {
  return (
    <span className="documents-icon" data-kind={node.kind} aria-hidden>
      {node.kind === 'folder' ? (
        <FolderFilled />
      ) : (
        (icons.find(([pattern]) => pattern.test(node.type ?? ''))?.[1] ?? <FileOutlined />)
      )}
    </span>
  );
}
