/** One frame of the long connection, as protobuf has it (pbbp2.Frame). */
export interface Frame {
  readonly service: number;
  /** 0: ping and pong. 1: events and what became of them. */
  readonly method: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

const [varintType, bytesType] = [0, 2];

export function encodeFrame({ service, method, headers, payload }: Frame): Buffer {
  const fields = [
    number(1, 0),
    number(2, 0),
    number(3, service),
    number(4, method),
    ...Object.entries(headers).map(([key, value]) => bytes(5, Buffer.concat([bytes(1, Buffer.from(key)), bytes(2, Buffer.from(value))]))),
    ...(payload.length === 0 ? [] : [bytes(8, payload)]),
  ];
  return Buffer.concat(fields);
}

export function decodeFrame(data: Buffer): Frame {
  const headers: Record<string, string> = {};
  let [service, method, payload] = [0, 0, Buffer.alloc(0)];
  for (const { field, value } of fieldsOf(data)) {
    if (field === 3 && typeof value === "number") service = value;
    else if (field === 4 && typeof value === "number") method = value;
    else if (field === 5 && typeof value !== "number") {
      const [key, text] = fieldsOf(value).map((one) => one.value.toString());
      headers[key ?? ""] = text ?? "";
    } else if (field === 8 && typeof value !== "number") payload = value;
  }
  return { service, method, headers, payload };
}

function fieldsOf(data: Buffer): readonly { readonly field: number; readonly value: number | Buffer<ArrayBuffer> }[] {
  const found: { field: number; value: number | Buffer<ArrayBuffer> }[] = [];
  let at = 0;
  const readVarint = (): number => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = data[at++];
      if (byte === undefined) throw new Error("the frame ends in the middle of a number");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  };
  while (at < data.length) {
    const tag = readVarint();
    if ((tag & 7) === varintType) found.push({ field: tag >> 3, value: readVarint() });
    else if ((tag & 7) === bytesType) {
      const length = readVarint();
      found.push({ field: tag >> 3, value: Buffer.from(data.subarray(at, at + length)) });
      at += length;
    } else throw new Error(`the frame has a field of type ${tag & 7}`);
  }
  return found;
}

function varint(value: number): Buffer {
  const out: number[] = [];
  let left = value;
  while (left >= 128) {
    out.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  return Buffer.from([...out, left]);
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8 + varintType), varint(value)]);
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + bytesType), varint(value.length), value]);
}
