import { useMemo } from 'react';
import { useUiText } from '../format/texts.ts';

/** What the drawing library reads out, in the language of the page. */
export function useCanvasWords() {
  const text = useUiText();
  return useMemo(
    () => ({
      'node.a11yDescription.default': text('ui.canvas.keys'),
      'node.a11yDescription.keyboardDisabled': text('ui.canvas.keys'),
      'edge.a11yDescription.default': text('ui.canvas.keys'),
      'node.a11yDescription.ariaLiveMessage': ({ x, y }: { x: number; y: number }) => `${x}, ${y}`,
      'minimap.ariaLabel': text('ui.canvas.map'),
      'handle.ariaLabel': text('ui.canvas.connect'),
    }),
    [text],
  );
}
