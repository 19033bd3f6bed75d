import './usual-parts.ts';
import {
  BoxplotChart,
  CandlestickChart,
  CustomChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  MapChart,
  RadarChart,
  SankeyChart,
  SunburstChart,
  TreemapChart,
} from 'echarts/charts';
import { CalendarComponent, GeoComponent, RadarComponent, VisualMapContinuousComponent } from 'echarts/components';
import { use as addParts } from 'echarts/core';

/** What few pages show; it comes with the first of them. */
addParts([
  BoxplotChart,
  CandlestickChart,
  CustomChart,
  FunnelChart,
  GaugeChart,
  HeatmapChart,
  MapChart,
  RadarChart,
  SankeyChart,
  SunburstChart,
  TreemapChart,
  CalendarComponent,
  GeoComponent,
  RadarComponent,
  VisualMapContinuousComponent,
]);
