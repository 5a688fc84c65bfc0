import type { RemoteFile } from "#domain/channel";
import { boundedName } from "#channels/kit/clean-text";
import type { MessageWire } from "./update.ts";

type Media = Pick<MessageWire, "photo" | "document" | "voice" | "audio" | "video" | "video_note" | "animation" | "sticker" | "message_id">;

interface Stored {
  readonly file_id: string;
  readonly file_size?: number | undefined;
  readonly file_name?: string | undefined;
  readonly mime_type?: string | undefined;
}

/** The file of a message; an album is several messages. Photos, voice notes and the like have no names at Telegram. */
export function filesOf(message: Media): readonly RemoteFile[] {
  const { message_id: id, photo, document, voice, audio, video, video_note: note, animation, sticker } = message;
  const largest = photo?.toSorted((a, b) => a.width * a.height - b.width * b.height).at(-1);
  if (largest !== undefined) return [file(largest, `photo-${id}.jpg`, "image/jpeg")];
  // An animation comes as a document too.
  if (animation !== undefined) return [file(animation, `animation-${id}.mp4`, "video/mp4")];
  if (document !== undefined) return [file(document, `document-${id}`, "application/octet-stream")];
  if (voice !== undefined) return [file(voice, `voice-${id}.ogg`, "audio/ogg")];
  if (audio !== undefined) return [file(audio, `audio-${id}.mp3`, "audio/mpeg")];
  if (video !== undefined) return [file(video, `video-${id}.mp4`, "video/mp4")];
  if (note !== undefined) return [file(note, `video-${id}.mp4`, "video/mp4")];
  if (sticker === undefined) return [];
  if (sticker.is_video === true) return [file(sticker, `sticker-${id}.webm`, "video/webm")];
  return [sticker.is_animated === true ? file(sticker, `sticker-${id}.tgs`, "application/x-tgsticker") : file(sticker, `sticker-${id}.webp`, "image/webp")];
}

function file({ file_id: id, file_size: bytes = 0, file_name: name, mime_type: mime }: Stored, otherName: string, otherMime: string): RemoteFile {
  return { id, name: boundedName(name ?? otherName), mime: boundedName(mime ?? otherMime, 100), bytes };
}

/** What is neither text nor a file, in words. */
export function thingInWords({
  location,
  venue,
  contact,
  poll,
  dice,
  sticker,
}: Pick<MessageWire, "location" | "venue" | "contact" | "poll" | "dice" | "sticker">): string {
  // A venue comes with its location.
  const place = location === undefined ? "" : `geo:${location.latitude},${location.longitude}`;
  if (venue !== undefined) return [venue.title, venue.address, place].filter(Boolean).join("\n");
  if (location !== undefined) return place;
  if (contact !== undefined) return `${[contact.first_name, contact.last_name].filter(Boolean).join(" ")}\n${contact.phone_number}`;
  if (poll !== undefined) return [poll.question, ...poll.options.map(({ text }, i) => `${i + 1}. ${text}`)].join("\n");
  if (dice !== undefined) return `${dice.emoji} ${dice.value}`;
  return sticker?.emoji ?? "";
}
