/** What ECharts hands to whoever draws marks by himself, as far as ours need it. */
export interface CustomApi {
  value(place: number | string): number;
  coord(values: readonly (number | string)[]): [number, number];
  size(values: readonly (number | string)[]): [number, number];
  getWidth(): number;
  getHeight(): number;
}

export interface CustomParams {
  dataIndex: number;
  coordSys: { x: number; y: number; width: number; height: number };
}
