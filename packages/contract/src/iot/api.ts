import { z } from 'zod';
import { endpoint, listInQuery, nothing, uuid } from '../endpoint.ts';
import { PointValue, ThingModel } from './thing-model.ts';
import { nameText } from '../text.ts';

/** Lets devices and scanners of secrets see what it is. */
export const deviceKeyPrefix = 'fwd_';

/** Printed on the device and written into sheets; no two in a space, whatever their case. */
export const DeviceCode = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,59}$/u);
const Name = nameText().min(1).max(100);
const Note = z.string().trim().max(500);

/** Silent for longer, a device counts as offline. */
export const silenceSeconds = { least: 10, most: 604_800, usual: 600 } as const;

export const ProductInput = z.object({
  name: Name,
  note: Note,
  silence: z.int().min(silenceSeconds.least).max(silenceSeconds.most),
  points: ThingModel,
});
export type ProductInput = z.infer<typeof ProductInput>;
export const Product = ProductInput.extend({
  id: uuid,
  /** Devices in use, and retired ones. */ devices: z.int(),
  can: z.object({ edit: z.boolean() }),
});
export type Product = z.infer<typeof Product>;

export const deviceStates = ['online', 'offline', 'never', 'retired'] as const;
export type DeviceState = (typeof deviceStates)[number];

export const LastValue = z.object({ value: PointValue, at: z.string() });
export type LastValue = z.infer<typeof LastValue>;

export const Device = z.object({
  id: uuid,
  name: Name,
  code: z.string(),
  note: z.string(),
  productId: uuid,
  retired: z.boolean(),
  state: z.enum(deviceStates),
  /** When it last reported; null: never. */
  lastAt: z.string().nullable(),
  /** The last signs of its key, so that it can be told from an older one. */
  keyEnd: z.string(),
  /** By the keys of the product's points, as far as they were ever reported. */
  values: z.record(z.string(), LastValue),
  can: z.object({ edit: z.boolean() }),
});
export type Device = z.infer<typeof Device>;

/** What the page of a device says at once, of a page of devices; `silence` and `points` are the product's. */
export const DeviceInput = z.object({ name: Name, code: DeviceCode, note: Note, productId: uuid });
export type DeviceInput = z.infer<typeof DeviceInput>;

/** Told once: what is kept of a key opens nothing. */
const DrawnKey = z.object({ device: Device, key: z.string() });

/** Reports of one call, and the values in all of them. */
const mostReports = 500;
export const mostReported = 5_000;
/** Of a call with values. */
export const mostTelemetryBytes = 262_144;

const Report = z.object({
  values: z.record(z.string().max(100), z.unknown()),
  at: z.iso.datetime({ offset: true }).optional(),
});
/** One report, or a list of them. */
/** Of the most reports with the most points each. */
const reportBytes = 1024 * 1024;
const Telemetry = z.preprocess(
  (given) => (Array.isArray(given) ? given : [given]),
  z.array(Report).min(1).max(mostReports),
);
export type Report = z.infer<typeof Report>;

/** What open pages hear on the topic `device:<id>`; without values where they are too many for a message. */
export interface DeviceReported {
  type: 'iot.device.reported';
  at: string;
  values?: Record<string, LastValue>;
}

const ofProduct = z.object({ productId: uuid });
const ofDevice = z.object({ deviceId: uuid });
const reads = 'iot.device.read';
const edits = 'iot.device.edit';

export const iotApi = {
  listProducts: endpoint({
    method: 'GET',
    path: '/iot/products',
    permission: reads,
    summary: 'Products with their points, by name.',
    response: z.array(Product),
  }),
  createProduct: endpoint({
    method: 'POST',
    path: '/iot/products',
    permission: edits,
    summary: 'Add a product: what its devices report.',
    body: ProductInput,
    response: Product,
  }),
  updateProduct: endpoint({
    method: 'PUT',
    path: '/iot/products/:productId',
    permission: edits,
    summary: 'Change a product; last values of points that are gone or of another type now go with them.',
    params: ofProduct,
    body: ProductInput,
    response: Product,
  }),
  deleteProduct: endpoint({
    method: 'DELETE',
    path: '/iot/products/:productId',
    permission: edits,
    summary: 'Delete a product that no device is of.',
    params: ofProduct,
    response: nothing,
  }),

  listDevices: endpoint({
    method: 'GET',
    path: '/iot/devices',
    permission: reads,
    summary: 'Devices with their last values, by name, page by page; found by name, pinyin and code.',
    query: z.object({
      search: z.string().trim().max(100).optional(),
      product: uuid.optional(),
      state: z.enum(deviceStates).optional(),
      offset: z.number().int().min(0).max(1_000_000).optional(),
      limit: z.number().int().min(1).max(100).optional(),
    }),
    response: z.object({ rows: z.array(Device), total: z.int() }),
  }),
  findDevices: endpoint({
    method: 'GET',
    path: '/iot/device-values',
    permission: reads,
    summary: 'Devices by their ids, with their last values; what is not there is left out.',
    query: z.object({ ids: listInQuery(uuid, 100) }),
    response: z.array(Device),
  }),
  getDevice: endpoint({
    method: 'GET',
    path: '/iot/devices/:deviceId',
    permission: reads,
    summary: 'A device with its last values.',
    params: ofDevice,
    response: Device,
  }),
  createDevice: endpoint({
    method: 'POST',
    path: '/iot/devices',
    permission: edits,
    summary: 'Add a device; its access key is told this once.',
    body: DeviceInput,
    response: DrawnKey,
  }),
  updateDevice: endpoint({
    method: 'PUT',
    path: '/iot/devices/:deviceId',
    permission: edits,
    summary: 'Change a device.',
    params: ofDevice,
    body: DeviceInput,
    response: Device,
  }),
  drawKey: endpoint({
    method: 'POST',
    path: '/iot/devices/:deviceId/keys',
    permission: edits,
    summary: 'Draw a new access key for a device; the one before no longer works.',
    params: ofDevice,
    response: DrawnKey,
  }),
  retireDevice: endpoint({
    method: 'PUT',
    path: '/iot/devices/:deviceId/retirement',
    permission: edits,
    summary: 'Take a device out of use: it reports no more and is not offered any more; records keep it.',
    params: ofDevice,
    response: Device,
  }),
  reviveDevice: endpoint({
    method: 'DELETE',
    path: '/iot/devices/:deviceId/retirement',
    permission: edits,
    summary: 'Put a retired device into use again, with the key it had.',
    params: ofDevice,
    response: Device,
  }),

  report: endpoint({
    method: 'POST',
    path: '/iot/telemetry',
    bodyBytes: reportBytes,
    permission: 'anyone',
    summary:
      'Values of a device, by the keys of its points; the device shows its access key as a bearer token. All of them are taken, or none.',
    body: Telemetry,
    response: z.object({ /** Values that were taken. */ taken: z.int() }),
  }),
};
