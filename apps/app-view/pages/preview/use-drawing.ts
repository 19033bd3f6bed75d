import { useQuery } from '@tanstack/react-query';
import type { PreviewedFile } from './previewed-file.ts';
import { useContent } from './use-content.ts';

/** A document drawn from its bytes, once they are there; what cannot be drawn is the page's error. `kind` names the way of drawing. */
export function useDrawing<Drawn>(
  kind: string,
  file: PreviewedFile,
  draw: (bytes: Uint8Array<ArrayBuffer>) => Promise<Drawn>,
) {
  const { data: bytes, isError, refetch } = useContent(file);
  const { data: drawn } = useQuery({
    queryKey: ['previewDrawing', kind, file.content],
    enabled: bytes !== undefined,
    queryFn: () => draw(bytes!),
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    throwOnError: true,
  });
  return { drawn, isError, refetch };
}
