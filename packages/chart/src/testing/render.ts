import { registerMap, svgOf } from '../ssr.ts';

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [100, 20],
      [120, 20],
      [120, 40],
      [100, 40],
      [100, 20],
    ],
  ],
};
registerMap('world', {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { name: 'China' }, geometry: square }],
});

export { svgOf };
