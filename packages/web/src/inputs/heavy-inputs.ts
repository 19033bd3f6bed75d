import { lazy } from 'react';
import './inputs.css';

// each weighs more than a whole list: they come when a form first shows one
export const DatePicker = lazy(() => import('./heavy/date-picker.ts'));
export const TimePicker = lazy(() => import('./heavy/time-picker.ts'));
export const Select = lazy(() => import('./heavy/select.ts'));
export const Cascader = lazy(() => import('./heavy/cascader.ts'));
export const TreeSelect = lazy(() => import('./heavy/tree-select.ts'));
export const ColorPicker = lazy(() => import('./heavy/colour-picker.ts'));
export const Slider = lazy(() => import('./heavy/slider.ts'));
export const Rate = lazy(() => import('./heavy/rate.ts'));
