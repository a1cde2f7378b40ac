"""In which precision this machine computes best."""

from pathlib import Path

import torch

_CPU_INFO = Path("/proc/cpuinfo")

# Linux is asked, because PyTorch may not know new processors.
HAS_AVX512 = _CPU_INFO.exists() and "avx512bw" in _CPU_INFO.read_text()


def fast() -> torch.autocast:
    """The context for convolutions in bfloat16 where the processor has AVX-512, else in single precision.

    Without AVX-512, bfloat16 is emulated, and twenty times slower.
    """
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=HAS_AVX512)
