import type { Generated } from 'kysely';

export interface FileTable {
  space_id: string;
  id: string;
  name: string;
  media_type: string;
  size: number;
  sha256: string;
  key: string;
  purpose: string;
  created_by: string;
  attached_kind: Generated<string | null>;
  attached_id: Generated<string | null>;
  removing: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface UploadTable {
  space_id: string;
  id: string;
  name: string;
  size: number;
  purpose: string;
  fingerprint: string;
  created_by: string;
  removing: Generated<boolean>;
  touched_at: Generated<Date>;
}

export interface UploadPartTable {
  space_id: string;
  upload_id: string;
  at: number;
  size: number;
  key: string;
}

export interface ThumbnailTable {
  space_id: string;
  file_id: string;
  edge: number;
  size: number;
  key: string;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'files.file': FileTable;
    'files.upload': UploadTable;
    'files.upload_part': UploadPartTable;
    'files.thumbnail': ThumbnailTable;
  }
}
