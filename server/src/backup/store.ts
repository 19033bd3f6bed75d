import type { Readable } from 'node:stream';
import { z } from 'zod';
import { openBucket } from '../platform/files/s3-bucket.ts';
import { BackupFailure } from './failure.ts';
import { openFolder } from './store-folder.ts';
import { storeIn } from './store-bucket.ts';

/** Where backups are kept: a folder, or a prefix of a bucket. Names have slashes. */
export interface Store {
  /** What is shown of it. */
  address: string;
  /** There whole or not at all; what has the name already is replaced. In a bucket a content that broke off goes on where it was. */
  put(name: string, content: Readable): Promise<void>;
  /** Writes from a byte on and sees to it that it stays; only where a store can. */
  append?(name: string, at: number, bytes: Buffer): Promise<void>;
  /** Rejects with FileMissing when there is nothing of this name. */
  open(name: string): Promise<Readable>;
  /** Names and sizes below a prefix that ends with a slash; '' asks for everything. */
  list(prefix: string): Promise<Map<string, number>>;
  remove(names: Iterable<string>): Promise<void>;
  /** Gives up contents whose upload broke off and was not gone on with. */
  dropBroken(): Promise<void>;
  /** Bytes that still fit; undefined where nobody knows. */
  free(): Promise<number | undefined>;
}

/** Of its own, so that backups may lie elsewhere than the files; what is not given is that of the files. */
const S3Settings = z.object({
  FORMWORK_BACKUP_S3_ENDPOINT: z.url().optional(),
  FORMWORK_BACKUP_S3_REGION: z.string().optional(),
  FORMWORK_BACKUP_S3_ACCESS_KEY: z.string().optional(),
  FORMWORK_BACKUP_S3_SECRET_KEY: z.string().optional(),
  FORMWORK_S3_ENDPOINT: z.url().optional(),
  FORMWORK_S3_REGION: z.string().default('us-east-1'),
  FORMWORK_S3_ACCESS_KEY: z.string().optional(),
  FORMWORK_S3_SECRET_KEY: z.string().optional(),
});

/** `s3://bucket/prefix`, or a folder, which is made where `make` says so. */
export async function openStore(
  address: string,
  { make }: { make: boolean },
  env: NodeJS.ProcessEnv = process.env,
): Promise<Store> {
  if (!address.startsWith('s3://')) return openFolder(address, make);
  const [, bucket, prefix] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? [];
  const given = S3Settings.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  const s = given.data;
  const endpoint = s?.FORMWORK_BACKUP_S3_ENDPOINT ?? s?.FORMWORK_S3_ENDPOINT;
  const accessKey = s?.FORMWORK_BACKUP_S3_ACCESS_KEY ?? s?.FORMWORK_S3_ACCESS_KEY;
  const secretKey = s?.FORMWORK_BACKUP_S3_SECRET_KEY ?? s?.FORMWORK_S3_SECRET_KEY;
  if (bucket === undefined || !endpoint || !accessKey || !secretKey) {
    throw new BackupFailure(
      'usage',
      'An address s3://bucket/prefix needs FORMWORK_BACKUP_S3_ENDPOINT, FORMWORK_BACKUP_S3_ACCESS_KEY and FORMWORK_BACKUP_S3_SECRET_KEY (or those of the files, FORMWORK_S3_*).',
    );
  }
  return storeIn(
    openBucket({
      endpoint,
      region: s?.FORMWORK_BACKUP_S3_REGION ?? s?.FORMWORK_S3_REGION ?? 'us-east-1',
      bucket,
      accessKey,
      secretKey,
    }),
    address,
    (prefix ?? '').replace(/\/+$/, ''),
  );
}
