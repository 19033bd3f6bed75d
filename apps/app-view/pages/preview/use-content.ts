import { useQuery } from '@tanstack/react-query';
import type { PreviewedFile } from './previewed-file.ts';

/** Documents that are read whole into the page may be this large; beyond it they are downloads. */
export const largestDocument = 60 * 1024 * 1024;

/** The bytes of a file, or its first ones. */
export function useContent({ id, content }: PreviewedFile, most?: number) {
  return useQuery({
    queryKey: ['preview', id, content, most],
    queryFn: async ({ signal }) => {
      const response = await fetch(content, {
        signal,
        headers: most === undefined ? {} : { range: `bytes=0-${most - 1}` },
      });
      if (!response.ok) throw new Error(`content ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
    structuralSharing: false,
  });
}
