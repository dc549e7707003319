const kinds: Readonly<Record<string, string>> = {
  'Images are not read.':
    'png jpg jpeg jpe jfif gif webp avif heic heif bmp tif tiff ico icns cur svg svgz psd psb ai ' +
    'eps indd xcf sketch fig xd cr2 cr3 nef arw dng tga dds exr hdr jp2 jxl jxr blend fbx glb ' +
    'stl 3ds dwg skp',
  'Audio and video are not read.':
    'mp3 wav flac ogg oga opus m4a aac wma aif aiff mid midi amr mp4 m4v mov avi mkv webm wmv flv ' +
    'mpg mpeg 3gp ogv m2ts vob',
  'Fonts are not read.': 'ttf otf woff woff2 eot ttc pfb',
  'Archives are not read.':
    'zip tar gz tgz bz2 tbz xz txz zst lz lz4 7z rar cab jar war ear whl egg gem crate nupkg apk ' +
    'aab ipa deb rpm snap flatpak appimage iso img dmg pkg msi vsix xpi crx asar vhd vhdx vmdk qcow2',
  'Programs are not read.':
    'exe dll so dylib a o obj ko sys bin elf class dex pyc pyo pyd wasm node beam hi rlib ' +
    'rmeta pdb ilk exp gch pch efi rom swf',
  'Databases are not read.':
    'db db3 sqlite sqlite3 sqlitedb db-wal db-shm db-journal mdb accdb frm ibd myd myi ldb dbf ' +
    'realm rdb parquet feather arrow orc avro',
  'Files of data and models are not read.':
    'npy npz pkl pickle joblib h5 hdf5 mat rdata rds onnx pt pth ckpt safetensors gguf ggml tflite ' +
    'mlmodel pb pbf tfrecord fits',
  'Of office documents only PDF and Word (.docx) are read.':
    'doc dot docm dotx xls xlsx xlsm xlsb ppt pptx pptm pps odt ods odp odg pages numbers keynote ' +
    'mpp vsd vsdx one epub mobi azw azw3 djvu xps pst ost',
}

/** By ending, in small letters and without its dot: why files of that kind are not read. */
export const fileKinds: ReadonlyMap<string, string> = new Map(
  Object.entries(kinds).flatMap(([reason, endings]) =>
    endings.split(' ').map((ending) => [ending, reason] as const),
  ),
)
